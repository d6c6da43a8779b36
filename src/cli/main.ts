#!/usr/bin/env node
import * as module from "node:module";
import { join } from "node:path";
import { userCache } from "../files/userCache";

/**
 * Since Node.js 22.1: keeps programs as they were compiled, in a folder of the user's own. In the folder for temporary files, where Node.js
 * would keep them, other users could put theirs.
 */
type KeepCompiled = (folder: string) => unknown;

(module as { enableCompileCache?: KeepCompiled }).enableCompileCache?.(join(userCache(), "compiled"));

const { runCommand } = await import("./commands");
process.exitCode = await runCommand(process.argv.slice(2));
