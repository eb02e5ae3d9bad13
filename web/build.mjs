// node build.mjs OUT: bundles every page in every language into OUT, for embedding in the program.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { embed } from "./embed.mjs";

const WEB = dirname(fileURLToPath(import.meta.url));
const SRC = join(WEB, "src");
const LANGUAGES = ["en", "ko"];

// `plain`: the server also renders a page for browsers without JavaScript at the same address.
// `app`: the folder whose main.tsx runs on the page.
const PAGES = {
  home: { app: "home", plain: true },
  event: { app: "event" },
  queue: { app: "queue", plain: true },
  seats: { app: "seats" },
  book: { app: "seats" },
  payment: { app: "payment", plain: true },
  bookings: { app: "bookings" },
  booking: { app: "bookings" },
  admin: { app: "admin" },
};

const WORDS = {
  en: { title: "Onsale", loading: "Loading…", script: "This page needs JavaScript." },
  ko: { title: "Onsale", loading: "불러오는 중…", script: "이 페이지는 자바스크립트가 필요합니다." },
};

const TYPES = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

const typeOf = (name) => TYPES[name.slice(name.lastIndexOf("."))];

async function bundle(language) {
  const apps = [...new Set(Object.values(PAGES).map((page) => page.app))];
  return build({
    entryPoints: Object.fromEntries(apps.map((app) => [app, join(SRC, app, "main.tsx")])),
    outdir: join(WEB, "assets"),
    entryNames: `[name]-${language}-[hash]`,
    chunkNames: `shared-${language}-[hash]`,
    assetNames: "[name]-[hash]",
    loader: { ".svg": "file" },
    publicPath: "/assets",
    define: { __LANG__: JSON.stringify(language), "process.env.NODE_ENV": '"production"' },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2020",
    minify: true,
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    metafile: true,
    write: false,
    absWorkingDir: WEB,
    logLevel: "warning",
  });
}

// The files of an app's first load: its entry, its style, and the statically imported chunks.
function partsOf(app, outputs) {
  const [name, entry] = Object.entries(outputs).find(
    ([, output]) => output.entryPoint === `src/${app}/main.tsx`,
  );
  const chunks = new Set();
  const follow = (output) => {
    for (const { path, kind } of output.imports) {
      if (kind !== "import-statement" || chunks.has(path)) continue;
      chunks.add(path);
      follow(outputs[path]);
    }
  };
  follow(entry);
  return { script: name, style: entry.cssBundle, chunks: [...chunks] };
}

function shellOf(template, page, language, parts) {
  const at = (name) => `/${name}`;
  const words = WORDS[language];
  const refresh = '<meta http-equiv="refresh" content="0;url=?plain=1">';
  const values = {
    lang: language,
    title: words.title,
    page,
    icon: at(parts.icon),
    loading: words.loading,
    styles: parts.style ? `<link rel="stylesheet" href="${at(parts.style)}">` : "",
    scripts: [
      ...parts.chunks.map((name) => `<link rel="modulepreload" href="${at(name)}">`),
      `<script type="module" src="${at(parts.script)}"></script>`,
    ].join("\n"),
    noscript: PAGES[page].plain ? `<noscript>${refresh}</noscript>` : "",
  };
  const shell = template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  if (PAGES[page].plain) return shell;
  return shell.replace("</body>", `<noscript><p>${words.script}</p></noscript>\n</body>`);
}

async function iconFile() {
  const body = await readFile(join(SRC, "icon.svg"));
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 8);
  return { name: `assets/icon-${hash}.svg`, body };
}

async function build_all() {
  const template = await readFile(join(SRC, "shell.html"), "utf8");
  const icon = await iconFile();
  const files = new Map([[icon.name, icon.body]]);
  const firstLoads = {};
  for (const language of LANGUAGES) {
    const result = await bundle(language);
    for (const file of result.outputFiles)
      files.set(relative(WEB, file.path), Buffer.from(file.contents));
    for (const page of Object.keys(PAGES)) {
      const parts = { ...partsOf(PAGES[page].app, result.metafile.outputs), icon: icon.name };
      const shell = `pages/${language}/${page}.html`;
      files.set(shell, Buffer.from(shellOf(template, page, language, parts)));
      firstLoads[`${language}/${page}`] =
        [shell, parts.script, parts.style, ...parts.chunks].filter(Boolean);
    }
  }
  return { files, firstLoads };
}

const out = process.argv[2];
if (!out) {
  console.error("usage: node build.mjs OUT");
  process.exit(2);
}
const { files, firstLoads } = await build_all();
await rm(join(out, "files"), { recursive: true, force: true });
for (const [name, body] of files) {
  await mkdir(dirname(join(out, "files", name)), { recursive: true });
  await writeFile(join(out, "files", name), body);
}
// The files that a browser loads before a page is usable. A test checks their sizes.
await writeFile(join(out, "first-loads.json"), JSON.stringify(firstLoads, null, 2));
const list = [...files].map(([name, body]) => ({ name, type: typeOf(name), body }));
list.sort((a, b) => (a.name < b.name ? -1 : 1));
await embed(list, out);
