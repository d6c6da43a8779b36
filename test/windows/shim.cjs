// Loaded before every program of the suite: writes down whoever looks at a share or a device, and takes away what Wine lacks.
const fs = require("node:fs");
const promises = require("node:fs/promises");
const net = require("node:net");
const { fileURLToPath } = require("node:url");

const looks = process.env.CHAINSIDE_LOOKS;
/** `\\server\share` in any spelling. `\\?\C:\…` is how Node.js itself writes a long path, and `\\.\pipe\` how programs talk. */
const elsewhere = /^[\\/]{2}(?![?.][\\/](?:[A-Za-z]:[\\/]|pipe[\\/]))/;
const device = /(?:^|[\\/])(?:con|nul|aux|prn|com\d|lpt\d)(?:\.[^\\/]*)?$/i;
const drive = /^(?:[\\/]{2}[?.][\\/])?[A-Za-z]:/;
// Paths without a drive are meant from the folder that a program runs in: none of these either
const named = (path) => {
  if (path instanceof URL || (typeof path === "string" && path.startsWith("file:"))) {
    try {
      return fileURLToPath(path);
    } catch {
      return String(path);
    }
  }
  return Buffer.isBuffer(path) ? path.toString() : path;
};

if (process.platform === "win32" && looks) {
  const write = fs.appendFileSync;
  const note = (name, path) => {
    const text = named(path);
    if (typeof text !== "string") return;
    const stream = text.replace(drive, "").includes(":");
    if (elsewhere.test(text) || device.test(text) || stream) write(looks, `${name} ${text}\n`);
  };
  const names = [
    ...["access", "stat", "lstat", "readFile", "open", "opendir", "readdir", "realpath", "readlink", "watch"],
    ...[
      "writeFile",
      "appendFile",
      "mkdir",
      "rm",
      "rename",
      "unlink",
      "copyFile",
      "createReadStream",
      "createWriteStream",
    ],
  ];
  for (const owner of [fs, promises]) {
    for (const name of names.flatMap((each) => [each, `${each}Sync`]).concat("existsSync")) {
      const own = owner[name];
      if (typeof own !== "function") continue;
      const watched = function (path, ...rest) {
        note(name, path);
        return own.call(this, path, ...rest);
      };
      owner[name] = Object.assign(watched, own);
    }
  }
  require("node:module").syncBuiltinESMExports();
}
// Wine refuses keepalive before a connection is there.
if (process.env.CHAINSIDE_WINE)
  net.Socket.prototype.setKeepAlive = function () {
    return this;
  };
