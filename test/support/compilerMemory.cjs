// Loaded into every Node process of a run of tests (`NODE_OPTIONS=--require`); does something in the processes of Solidity compilers alone, which get it
// from whoever starts them, for their environment is empty. What a compiler said to an input is said again to the same input for the rest of the run, in
// whichever suite: a compiler is a function of its input, and loading one takes a second. The first of each is compiled. The folder is of the run:
// CHAINSIDE_TEST_COMPILED, removed at its end.
"use strict";
const { createHash } = require("node:crypto");
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { ChildProcess } = require("node:child_process");
const { setFlagsFromString } = require("node:v8");

const folder = process.env.CHAINSIDE_TEST_COMPILED;
/** What is smaller is a file of a test's making. */
const smallestCompiler = 1_000_000;

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex");
};

/** The answer that is kept under the key; undefined where there is none. */
function kept(key) {
  try {
    return readFileSync(join(folder, key), "utf8");
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that a half is never read. */
function keep(key, answer) {
  try {
    const temporary = join(folder, `${key}.${process.pid}`);
    writeFileSync(temporary, answer);
    renameSync(temporary, join(folder, key));
  } catch {
    // The run has ended, or the disk is full: the next one compiles it again.
  }
}

/** Where a reply goes instead of to the starter; undefined: to the starter. */
let taker;
/** The starter's end of the channel. */
let tell;

/** What the listener answers to the message, which it does at once. */
function answerOf(listener, message) {
  let answer;
  taker = (reply) => {
    answer = reply;
    return true;
  };
  try {
    listener(message);
  } finally {
    taker = undefined;
  }
  return answer;
}

/** A compiler by its hash and all else that it is told when it is loaded; undefined for what is none. */
function compilerKey({ soljson, ...others }) {
  return soljson.length < smallestCompiler ? undefined : sha256(JSON.stringify(others));
}

function remembering(listener) {
  let compiler;
  let waiting;
  return (message) => {
    const { kind, id, name, order } = message;
    const result = (given) => tell({ kind: "result", id, result: given });
    if (kind === "order" && name === "load") {
      compiler = compilerKey(order);
      const known = compiler && kept(compiler);
      if (known !== undefined) {
        waiting = message;
        return result({ longVersion: known });
      }
      const answer = answerOf(listener, message);
      if (compiler && answer?.kind === "result") keep(compiler, answer.result.longVersion);
      return tell(answer);
    }
    if (kind !== "order" || name !== "compile" || compiler === undefined) return listener(message);
    const key = sha256(compiler, order);
    const known = kept(key);
    if (known !== undefined) return result(known);
    if (waiting) answerOf(listener, waiting);
    waiting = undefined;
    const answer = answerOf(listener, message);
    if (answer?.kind === "result") keep(key, answer.result);
    return tell(answer);
  };
}

const isCompiler = (path) => /solidityCompiler\.js$|solidity[\\/]compiler[\\/]main\.ts$/.test(path ?? "");

if (folder && isCompiler(process.argv[1])) {
  // Sources of tests are small: compiling the compiler well takes longer than it saves.
  setFlagsFromString("--liftoff-only");
  // The program takes its channel when it starts, before this knows what it will be asked.
  const send = process.send.bind(process);
  tell = send;
  process.send = (reply) => (taker ?? send)(reply);
  const { on } = process;
  process.on = (event, listener) => {
    if (event !== "message") return on.call(process, event, listener);
    process.on = on;
    return on.call(process, event, remembering(listener));
  };
} else if (folder && !globalThis.chainsideCompilerMemory) {
  globalThis.chainsideCompilerMemory = true;
  // A compiler's process is let at this memory, and at nothing else that the product keeps it from.
  const { spawn } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function (options) {
    const { args = [], envPairs = [] } = options;
    if (args.some(isCompiler)) {
      const [program, ...others] = args;
      const guarded = args.some((each) => /^--(experimental-)?permission$/.test(each));
      // Node 20 ends where a path is allowed twice.
      const wanted = [
        `--allow-fs-read=${join(dirname(__filename), "*")}`,
        `--allow-fs-read=${join(folder, "*")}`,
        `--allow-fs-write=${join(folder, "*")}`,
      ];
      const own = guarded ? wanted.filter((each) => !args.includes(each)) : [];
      options.args = [program, "--require", __filename, ...own, ...others];
      options.envPairs = [...envPairs, `CHAINSIDE_TEST_COMPILED=${folder}`];
    }
    return spawn.call(this, options);
  };
}
