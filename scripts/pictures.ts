// `npm run pictures`: takes the pictures of the README and the walkthrough over from the last run of the UI suite
// (`npm run test:ui`), which made them in out/shots.
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";

const names = ["deployed", "explorer-overview", "config-problems", "access-matrix", "notebook"];
const target = join(root, "media/pictures");
mkdirSync(target, { recursive: true });
for (const name of names) {
  const source = join(root, "out/shots", `${name}.png`);
  if (existsSync(source)) cpSync(source, join(target, `${name}.png`));
  else {
    console.error(`out/shots/${name}.png is not there: run the UI suite first (npm run test:ui).`);
    process.exitCode = 1;
  }
}
