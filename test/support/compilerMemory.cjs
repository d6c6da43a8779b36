// Loaded into every Node process of a run of tests (`NODE_OPTIONS=--require`); does something in the processes of Solidity compilers alone, which get it
// from whatever starts them, for their environment is empty. A compiler's answer to an input is given again to the same input, in any suite and in later
// runs: a compiler is a function of its input, and loading one takes a second. The first of each is compiled.
//   CHAINSIDE_TEST_COMPILED  the folder of the answers (compiledFolder.ts)
//   CHAINSIDE_TEST_SINCE     answers from before this time, in milliseconds, are compiled again and compared with what is compiled now
"use strict";
const { createHash } = require("node:crypto");
const { readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { ChildProcess } = require("node:child_process");
const { setFlagsFromString } = require("node:v8");
const { gunzipSync, gzipSync } = require("node:zlib");

const folder = process.env.CHAINSIDE_TEST_COMPILED;
const since = Number(process.env.CHAINSIDE_TEST_SINCE ?? 0);
/** What is smaller is a file of a test's making. */
const smallestCompiler = 1_000_000;

/** Of SHA-256 in hexadecimal. */
const hashLength = 64;

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex");
};

/**
 * The answer in the file of a key; undefined where there is none, or where the file isn't as it was written: it begins with the hash of the key and of
 * the answer, which is packed behind it.
 */
function readAnswer(path, key) {
  try {
    const file = readFileSync(path);
    const answer = gunzipSync(file.subarray(hashLength)).toString();
    return file.toString("latin1", 0, hashLength) === sha256(key, answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The answer that counts without compiling. */
function kept(key) {
  const path = join(folder, key);
  const isOld = since > 0 && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < since;
  return isOld ? undefined : readAnswer(path, key);
}

/** Written beside and renamed, so that a half is never read. An older answer that isn't the same is a finding (`differing` in compiledFolder.ts). */
function keep(key, answer) {
  try {
    const path = join(folder, key);
    const before = readAnswer(path, key);
    if (before !== undefined && before !== answer)
      writeFileSync(join(folder, `differs-${key}`), `${before}\n${answer}\n`);
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([Buffer.from(sha256(key, answer)), gzipSync(answer, { level: 1 })]));
    renameSync(temporary, path);
  } catch {
    // The folder is gone, or the disk is full: the next one compiles it again.
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
      options.envPairs = [...envPairs, `CHAINSIDE_TEST_COMPILED=${folder}`, `CHAINSIDE_TEST_SINCE=${since}`];
    }
    return spawn.call(this, options);
  };
}
