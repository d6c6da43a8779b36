#!/usr/bin/env node
import { keepCompiled } from "../files/userFolders";

keepCompiled();
const { runCommand } = await import("./commands");
process.exitCode = await runCommand(process.argv.slice(2));
