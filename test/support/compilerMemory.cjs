// Loaded into every Node process of a run of tests (`NODE_OPTIONS=--require`); does something in the processes of Solidity compilers alone. What a
// compiler said to an input is said again to the same input for the rest of the run, in whichever suite: a compiler is a function of its input, and
// loading one takes a second. The first of each is compiled. The folder is of the run: CHAINSIDE_TEST_COMPILED, removed at its end.
"use strict";
const { createHash } = require("node:crypto");
const { readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
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

/** What the listener answers to the order, which it does at once. */
function answerOf(listener, order) {
  const { send } = process;
  let answer;
  process.send = (reply) => {
    answer = reply;
    return true;
  };
  try {
    listener(order);
  } finally {
    process.send = send;
  }
  return answer;
}

/** A compiler by its file and all else that it is told when it is loaded; undefined for what is none. */
function compilerKey({ path, ...others }) {
  try {
    const { size, mtimeMs, ino, dev } = statSync(path);
    return size < smallestCompiler ? undefined : sha256(JSON.stringify([size, mtimeMs, ino, dev, others]));
  } catch {
    return undefined;
  }
}

function remembering(listener) {
  let compiler;
  let waiting;
  return (order) => {
    if (order.kind === "load") {
      compiler = compilerKey(order);
      const known = compiler && kept(compiler);
      if (known !== undefined) {
        waiting = order;
        return process.send({ kind: "loaded", longVersion: known });
      }
      const answer = answerOf(listener, order);
      if (compiler && answer?.kind === "loaded") keep(compiler, answer.longVersion);
      return process.send(answer);
    }
    if (order.kind !== "compile" || compiler === undefined) return listener(order);
    const key = sha256(compiler, order.input);
    const known = kept(key);
    if (known !== undefined) return process.send({ kind: "compiled", id: order.id, output: known });
    if (waiting) answerOf(listener, waiting);
    waiting = undefined;
    const answer = answerOf(listener, order);
    if (answer?.kind === "compiled") keep(key, answer.output);
    return process.send(answer);
  };
}

if (folder && /solidityCompiler\.js$|solidity[\\/]compiler[\\/]main\.ts$/.test(process.argv[1] ?? "")) {
  // Sources of tests are small: compiling the compiler well takes longer than it saves.
  setFlagsFromString("--liftoff-only");
  const { on } = process;
  process.on = (event, listener) => {
    if (event !== "message") return on.call(process, event, listener);
    process.on = on;
    return on.call(process, event, remembering(listener));
  };
}
