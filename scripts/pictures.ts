// `npm run pictures`: takes the pictures of the README and the walkthrough over from the last run of the UI suite
// (`npm run test:ui`), which made them in out/shots. ImageMagick and OptiPNG, where they are, make them a third as large: they
// are part of the package.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";

/** What else ImageMagick does with a picture, by its name: which part is shown, if not all of it. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  deployed: [],
  "explorer-overview": [],
  "config-problems": [],
  "access-matrix": [],
  notebook: [],
  "contract-test-debugged": ["-crop", "905x470+0+36", "+repage"],
};
const unfiltered = ["-define", "png:compression-filter=0"];
const target = join(root, "media/pictures");
mkdirSync(target, { recursive: true });
for (const [name, part] of Object.entries(pictures)) {
  const source = join(root, "out/shots", `${name}.png`);
  const picture = join(target, `${name}.png`);
  const fewColors = ["-strip", "-dither", "None", ...part, "-colors", "64", ...unfiltered, `PNG8:${picture}`];
  if (existsSync(source)) {
    if (spawnSync("convert", [source, ...fewColors]).status !== 0) cpSync(source, picture);
    spawnSync("optipng", ["-quiet", "-o5", picture]);
  } else {
    console.error(`out/shots/${name}.png is not there: run the UI suite first (npm run test:ui).`);
    process.exitCode = 1;
  }
}
