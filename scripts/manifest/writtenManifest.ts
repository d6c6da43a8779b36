import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import { withContributions } from "./contributions";
import { readParts } from "./readParts";

export const manifestFile = join(root, "package.json");

/** The text of package.json as it stands, and as the parts beside the code give it. */
export async function manifestTexts(): Promise<{ readonly standing: string; readonly generated: string }> {
  const standing = readFileSync(manifestFile, "utf8");
  const generated = withContributions(JSON.parse(standing), await readParts());
  return { standing, generated: `${JSON.stringify(generated, null, 2)}\n` };
}
