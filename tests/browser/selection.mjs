// Which pages of others are opened: of real histories, of sample archives and of documentation on this machine.
export const kHistories = [
  { file: "histories/incubator.warc.gz", at: "20250915",
    urls: ["https://incubator.apache.org/", "https://incubator.apache.org/clutch/", "https://incubator.apache.org/projects/gluten.html",
      "https://incubator.apache.org/guides/ip_clearance.html"] },
  { file: "histories/flink.warc.gz", at: "20220615",
    urls: ["https://flink.apache.org/", "https://flink.apache.org/zh/community.html", "https://flink.apache.org/downloads.html",
      "https://flink.apache.org/news/2021/08/06/release-1.13.2.html", "https://flink.apache.org/2020/09/01/flink-1.11-memory-management-improvements.html"] },
  { file: "histories/teletext.warc.gz", at: "20220210", urls: ["https://teletext.example/164-01.html", "https://teletext.example/347-01.html"] },
  { file: "histories/frontpages.warc.gz", at: "20240512", urls: ["https://paper01.example/", "https://paper07.example/"] },
];

export const kCorpora = [
  { file: "corpora/warcio/example.warc.gz", at: "20170306", urls: ["http://example.com/"] },
  { file: "corpora/warcio/example-iana.org-chunked.warc", at: "20170306", urls: ["http://www.iana.org/"] },
  { file: "corpora/jwat-warc/IAH-20080430204825-00000-blackbook.warc.gz", at: "20080430",
    urls: ["http://www.archive.org/", "http://www.archive.org/about/about.php", "http://www.hideout.com.br/",
      "http://deadlists.com/deadlists/showresults.asp?KEY=12/16/78"] },
  { file: "corpora/resiliparse/warcfile.warc.gz", at: "20200808",
    urls: ["http://06.live-radsport.ch/fahrerstatistik_801/Anthony_Ravard.html", "http://041696.com/15477/list_6_4.html", "http://037426.cn/"] },
];

export const kDocuments = [
  { at: "/usr/share/doc/apache2-doc", paths: ["/manual/en/index.html", "/manual/en/mod/core.html", "/manual/ja/install.html"] },
  { at: "/usr/share/doc/git-doc", paths: ["/git-add.html", "/everyday.html"] },
  { at: "/usr/share/doc/sqlite3", paths: ["/about.html", "/lang_select.html", "/fileformat2.html"] },
  { at: "/usr/share/doc/postgresql-doc-15/html", paths: ["/index.html", "/storage-page-layout.html"] },
  { at: "/usr/share/doc/debian-policy/policy.html", paths: ["/index.html", "/ap-flowcharts.html", "/search.html"] },
];
