// node e2e/readme_images.mjs: copies the screenshots of the README to docs/images. `./test web
// screenshots.test.ts` creates them.
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const FROM = join(ROOT, "build/screenshots");
const TO = join(ROOT, "docs/images");
const IMAGES = ["en-queue-phone", "en-seats-map-phone", "en-review-phone", "en-admin-overview-desktop"];

mkdirSync(TO, { recursive: true });
for (const name of IMAGES) {
  copyFileSync(join(FROM, `${name}.png`), join(TO, `${name}.png`));
  console.log(`docs/images/${name}.png: ${Math.ceil(statSync(join(TO, `${name}.png`)).size / 1024)} KiB`);
}
