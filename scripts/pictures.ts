// `npm run pictures`: takes the pictures of the README, the walkthrough, and the documents over from the last run of the UI suite
// (`npm run test:ui`), which made them in out/shots. ImageMagick and OptiPNG, where they are, make them a third as large: they
// are part of the package, but for those of the documents.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";

/** Of the documents alone. */
const ofDocuments = [
  ...["client-lens", "client-stale", "new-application", "new-application-made", "signing-request-en"],
  ...["page-confirm-en-wide", "page-confirm-zh-cn-wide"],
];
const pictures = ["deployed", "explorer-overview", "config-problems", "access-matrix", "notebook"];
/** The README's picture that moves: what one sees on the way from a deployed contract to a node's configuration. */
const tour = ["deployed", "form-sent", "contract-test-debugged", "document-receipt-en", "config-problems"];
/** Hundredths of a second for each: long enough to read its title. */
const tourDelay = "260";
const unfiltered = ["-define", "png:compression-filter=0"];
const target = join(root, "media/pictures");
const documents = join(root, "docs/pictures");
for (const folder of [target, documents]) mkdirSync(folder, { recursive: true });
const wanted = [...pictures.map((name) => [name, target]), ...ofDocuments.map((name) => [name, documents])] as const;
for (const [name = "", folder = target] of wanted) {
  const source = join(root, "out/shots", `${name}.png`);
  const picture = join(folder, `${name}.png`);
  const fewColors = ["-strip", "-dither", "None", "-colors", "64", ...unfiltered, `PNG8:${picture}`];
  if (existsSync(source)) {
    if (spawnSync("convert", [source, ...fewColors]).status !== 0) cpSync(source, picture);
    spawnSync("optipng", ["-quiet", "-o5", picture]);
  } else {
    console.error(`out/shots/${name}.png is not there: run the UI suite first (npm run test:ui).`);
    process.exitCode = 1;
  }
}

const frames = tour.map((name) => join(root, "out/shots", `${name}.png`));
const gif = ["-strip", "-dither", "None", "-colors", "32", "-layers", "optimize", join(target, "tour.gif")];
if (
  frames.some((frame) => !existsSync(frame)) ||
  spawnSync("convert", ["-delay", tourDelay, "-loop", "0", ...frames, ...gif]).status !== 0
) {
  console.error("tour.gif isn't made: it takes ImageMagick, and a run of the UI suite before.");
  process.exitCode = 1;
}
