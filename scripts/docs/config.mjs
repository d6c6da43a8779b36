// The settings of the site, read by VitePress where `npm run docs` puts them, beside the pages and `site.json`.
import { readFileSync } from "node:fs";
import { slug } from "github-slugger";

const { base, sidebars, repository } = JSON.parse(readFileSync(new URL("site.json", import.meta.url), "utf8"));

const chineseSearch = {
  translations: {
    button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
    modal: {
      noResultsText: "没有找到：",
      resetButtonTitle: "清除",
      displayDetails: "显示详情",
      footer: { selectText: "打开", navigateText: "切换", closeText: "关闭" },
    },
  },
};

/** Chinese has no spaces between words. Written for the browser, too: it stands for itself. */
function tokenize(text) {
  const words = new Intl.Segmenter("zh", { granularity: "word" }).segment(text);
  return [...words].filter((word) => word.isWordLike).map((word) => word.segment);
}

export default {
  base,
  title: "Chainside",
  description: "FISCO BCOS 3.x in VS Code, on the command line, and in applications.",
  cleanUrls: true,
  lastUpdated: false,
  // Each link is checked with its place after the build, with those of generated pages.
  ignoreDeadLinks: true,
  locales: {
    root: {
      label: "English",
      lang: "en",
      themeConfig: {
        nav: [{ text: "SDK reference", link: "/api/index.html", target: "_blank" }],
        sidebar: sidebars.en,
      },
    },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      description: "在 VS Code、命令行和应用中使用 FISCO BCOS 3.x。",
      themeConfig: {
        nav: [{ text: "SDK 参考", link: "/api/index.html", target: "_blank" }],
        sidebar: sidebars.zh,
        outline: { label: "本页内容" },
        docFooter: { prev: "上一页", next: "下一页" },
        returnToTopLabel: "回到顶部",
        sidebarMenuLabel: "目录",
        darkModeSwitchLabel: "外观",
        lightModeSwitchTitle: "切换到浅色",
        darkModeSwitchTitle: "切换到深色",
        langMenuLabel: "切换语言",
        skipToContentLabel: "跳到正文",
      },
    },
  },
  markdown: {
    // The headings' places are those of the same file in a repository's view.
    anchor: { slugify: (text) => slug(text) },
    config: (markdown) => {
      // What stands in angle brackets or doubled braces is a reader's placeholder, neither an element nor an expression; a line break in a
      // cell of a table is one.
      markdown.set({ html: false });
      const text = markdown.renderer.rules.text ?? ((tokens, i) => markdown.utils.escapeHtml(tokens[i].content));
      markdown.renderer.rules.text = (...args) =>
        text(...args)
          .replaceAll("{{", "&#123;&#123;")
          .replaceAll("&lt;br&gt;", "<br>");
    },
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local", options: { miniSearch: { options: { tokenize } }, locales: { zh: chineseSearch } } },
    ...(repository && { socialLinks: [{ icon: "github", link: repository }] }),
  },
};
