// Loaded into every Node process of a window (`NODE_OPTIONS=--require`): no connection leaves this machine, and each that is tried is told in
// the file that CHAINSIDE_TEST_NETWORK names, beside a line of every process that is guarded.
"use strict";
const { ChildProcess } = require("node:child_process");
const { appendFileSync } = require("node:fs");
const net = require("node:net");

const file = process.env.CHAINSIDE_TEST_NETWORK;
const tell = (word, what) => {
  if (file) appendFileSync(file, `${word} ${process.argv.slice(1).join(" ")} ${what}\n`);
};

/** @param {unknown} host */
const isHere = (host) =>
  host === undefined || host === "localhost" || host === "::1" || /^(::ffff:)?127\./.test(String(host));

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  // undici and http hand over one list of normalised arguments
  const list = Array.isArray(given[0]) ? given[0] : given;
  const [first, second] = list;
  const options = typeof first === "object" && first !== null ? first : { port: first, host: second };
  const path = options.path ?? (typeof first === "string" && Number.isNaN(Number(first)) ? first : undefined);
  if (path !== undefined || isHere(options.host)) return connect.apply(this, given);
  tell("refused", `${options.host}:${options.port}`);
  const error = Object.assign(new Error("the network is blocked"), { code: "ENETUNREACH" });
  process.nextTick(() => this.destroy(error));
  return this;
};

// VS Code takes the variable from its extension host: it comes back for every child.
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  const others = (options.envPairs ?? []).filter((pair) => !/^(NODE_OPTIONS|CHAINSIDE_TEST_NETWORK)=/.test(pair));
  // A compiler may touch no file: for the guard alone it may write this one.
  const permission = options.args?.findIndex((each) => /^--(?:experimental-)?permission$/.test(each)) ?? -1;
  if (permission >= 0 && file) options.args.splice(permission + 1, 0, `--allow-fs-write=${file}`);
  options.envPairs = [...others, `NODE_OPTIONS=--require ${__filename}`, `CHAINSIDE_TEST_NETWORK=${file}`];
  return spawn.call(this, options);
};
tell("guarded", "");
