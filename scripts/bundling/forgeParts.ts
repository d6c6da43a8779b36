import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** What its index loads of node-forge and we do not take: a TLS and an SSH of its own, signatures and containers that no key file has. */
const leftOut = ["aesCipherSuites", "ed25519", "kem", "log", "pkcs7", "ssh", "tls"];

export const onlyForgeParts: Plugin = {
  name: "leave out of node-forge what we do not take",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules[\\/]node-forge[\\/]lib[\\/]index\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, "utf8");
      for (const part of leftOut) {
        const line = `require('./${part}');`;
        if (!contents.includes(line)) throw new Error(`${path} loads ${part} in another way`);
        contents = contents.replace(line, "");
      }
      return { contents, loader: "js" };
    }),
};
