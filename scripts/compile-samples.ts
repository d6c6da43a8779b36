// Compiles the contracts of the sample workspace and of the tests into the artifacts beside them. Run after a change of a
// contract: `node scripts/run.mjs compile-samples`.
import { join } from "node:path";
import { root } from "./lint/sources";
import { compileFolder } from "./solidity/compileFolder";

const workspace = join(root, "test/fixtures/workspace");
compileFolder(join(workspace, "contracts"), join(workspace, "artifacts"), "contracts");
const fixtures = join(root, "test/fixtures");
compileFolder(join(fixtures, "contracts"), join(fixtures, "artifacts"), "contracts");
