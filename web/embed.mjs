// embed(files, out): compresses the built files and writes them for the program. OUT/web_files.bin
// contains all bytes, and OUT/web_files.cpp the position of each file in it.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SMALLEST = 11; // Highest brotli level; slow, but used only here.

function brotli(body) {
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: SMALLEST,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

// 64 bits are enough to distinguish all contents that one address will ever have.
const hashOf = (body) => createHash("sha256").update(body).digest("hex").slice(0, 16);

// Variants that are not smaller than the original are dropped.
function variantsOf(body) {
  const smaller = (packed) => (packed.length < body.length ? packed : Buffer.alloc(0));
  return { gzip: smaller(gzipSync(body, { level: 9 })), brotli: smaller(brotli(body)) };
}

function check(files) {
  for (const { name, type } of files) {
    if (!/^(assets|pages\/(en|ko))\/[A-Za-z0-9_.-]+$/.test(name))
      throw new Error(`embed: ${name}: a file is an asset or a page in a language`);
    if (!type) throw new Error(`embed: ${name}: its content type is not known`);
  }
}

const text = (value) => JSON.stringify(value); // Names and types are ASCII.

function sourceOf(entries, size) {
  const view = ({ at, length }) =>
    length === 0 ? "{}" : `{onsale_web_files + ${at}, ${length}}`;
  const rows = entries.map(
    ({ name, type, hash, body, gzip, brotli: br }) =>
      `    {${text(name)}, ${text(type)}, ${text(hash)},\n     ${[body, gzip, br].map(view).join(", ")}},`,
  );
  return `// Made by web/embed.mjs.
#include <array>

#include "web/files.hpp"

asm(".section .rodata\\n"
    ".global onsale_web_files\\n"
    ".hidden onsale_web_files\\n"
    "onsale_web_files:\\n"
    ".incbin \\"" ONSALE_WEB_FILES "\\"\\n"
    ".text\\n");
extern "C" const char onsale_web_files[${size}];

namespace onsale::web {

const http::WebFiles& files() {
    static constexpr auto kAll = std::to_array<http::WebFile>({
${rows.join("\n")}
    });
    static const http::WebFiles all{kAll};
    return all;
}

}  // namespace onsale::web
`;
}

// An unchanged file keeps its modification time, so that nothing is recompiled.
async function writeChanged(path, content) {
  const before = await readFile(path).catch(() => null);
  if (before === null || !before.equals(Buffer.from(content))) await writeFile(path, content);
}

export async function embed(files, out) {
  check(files);
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const bytes = [];
  let size = 0;
  const place = (part) => {
    const at = size;
    bytes.push(part);
    size += part.length;
    return { at, length: part.length };
  };
  const entries = sorted.map(({ name, type, body }) => {
    const packed = variantsOf(body);
    return {
      name,
      type,
      hash: hashOf(body),
      body: place(body),
      gzip: place(packed.gzip),
      brotli: place(packed.brotli),
    };
  });
  await mkdir(out, { recursive: true });
  await writeChanged(join(out, "web_files.bin"), Buffer.concat(bytes));
  await writeChanged(join(out, "web_files.cpp"), sourceOf(entries, size));
}
