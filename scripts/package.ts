// `npm run package`: the minified extension as out/chainside.vsix, and the command line as out/chainside.tgz for npm. `npm run package --
// extension` and `npm run package -- command-line` make one of them.
import { packCommandLine } from "./publish/packCommandLine";
import { packExtension } from "./publish/packExtension";

async function main(): Promise<void> {
  const which = process.argv[2];
  if (which !== undefined && which !== "extension" && which !== "command-line") {
    throw new Error("usage: npm run package [-- extension | command-line]");
  }
  if (which !== "command-line") await packExtension();
  if (which !== "extension") await packCommandLine();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
