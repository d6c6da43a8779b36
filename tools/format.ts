// Formats the Solidity of folders, in memory, in the plain style and in that of forge fmt: `npm run -s check:format -- DIR… [--no-code]`.
// What is formatted must stay as it is when it is formatted again, and must compile to the same code (docs/checks.md, "check:format"). Exit
// code 1 when something is not so.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { givenPath } from "../src/files/namedPath";
import { maxBytes, readRegularText } from "../src/files/regularFile";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../src/solidity/compilerReleases/compilerStore";
import { Formatter } from "../src/solidity/format/formatter";
import { plainStyle, type Style } from "../src/solidity/format/style";
import { projectRootOf } from "../src/solidity/project/projectRoot";
import { sourcesNamed } from "../src/solidity/project/solidityFiles";
import { metadataHash } from "../src/solidity/verify/verifyCode";
import { sayInEnglish } from "../src/text/catalogue";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { "no-code": { type: "boolean" } } });
if (positionals.length === 0) {
  console.error("usage: npm run -s check:format -- DIR… [--no-code]");
  process.exit(2);
}
const styles: Readonly<Record<string, Style>> = {
  plain: plainStyle,
  forge: { ...plainStyle, printWidth: 120, bracketSpacing: true, singleQuote: true, useTabs: true },
};
const compiler = new SolidityCompiler(defaultCompilerCache());
const formatter = new Formatter();
let wrong = 0;
const complain = (words: string): void => {
  wrong += 1;
  console.log(words);
};

/** Creation code of all contracts, without the hashes of their sources that compilers put behind it. */
async function codeOf(folder: string, files: readonly string[], overlays: Readonly<Record<string, string>>) {
  const root = projectRootOf(folder);
  const request = { files, root, suite: "standard", trusted: true, mayFetch: true, outputs: "contracts" } as const;
  const { files: compiled } = await compiler.compile({ ...request, overlays });
  return new Map(
    compiled.flatMap(({ sourceName, contracts }) =>
      contracts.map(({ name, bytecode }) => {
        const code = bytecode.object.replace(metadataHash, "");
        return [`${sourceName}:${name}`, code] as const;
      }),
    ),
  );
}

for (const name of positionals) {
  const folder = resolve(name);
  const files = await sourcesNamed(givenPath(folder));
  const texts = new Map<string, string>();
  for (const path of files) texts.set(path, await readRegularText(givenPath(path), maxBytes.source));
  const before = values["no-code"] ? undefined : await codeOf(folder, files, {});
  for (const [word, style] of Object.entries(styles)) {
    const overlays: Record<string, string> = {};
    const took: number[] = [];
    let [changed, refused] = [0, 0];
    for (const [path, text] of texts) {
      const start = performance.now();
      const made = await formatter.format(text, style);
      took.push(performance.now() - start);
      if (made.kind === "refused") {
        refused += 1;
        complain(`${path}: not formatted. ${sayInEnglish(made.reason)}`);
        continue;
      }
      if (made.text !== text) changed += 1;
      overlays[path] = made.text;
      const again = await formatter.format(made.text, style);
      if (again.kind === "refused" || again.text !== made.text)
        complain(`${path}: another text the second time (${word})`);
    }
    const after = before && (await codeOf(folder, files, overlays));
    let same = 0;
    for (const [contract, code] of before ?? [])
      if (after?.get(contract) === code) same += 1;
      else complain(`${contract}: other code (${word})`);
    const middle = took.sort((left, right) => left - right)[took.length >> 1] ?? 0;
    console.log(
      `${name} ${word}: files ${files.length}, changed ${changed}, refused ${refused}; contracts ${before?.size ?? 0}, same code ${same}; median ${middle.toFixed(0)} ms, most ${(took.at(-1) ?? 0).toFixed(0)} ms`,
    );
  }
}
formatter.close();
compiler.close();
process.exit(wrong === 0 ? 0 : 1);
