import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * What we take of undici, by its file. Its index loads all of it: a second fetch's cache, WebSockets, cookies, mocks, which a bundle need
 * not carry. Each is made ready when it is asked for: most programs want a pool alone.
 */
export const undiciParts: Readonly<Record<string, string>> = {
  Pool: "./lib/dispatcher/pool",
  Agent: "./lib/dispatcher/agent",
  EnvHttpProxyAgent: "./lib/dispatcher/env-http-proxy-agent",
  fetch: "./lib/web/fetch",
};

/** What the index does beside naming its parts. */
const methods = "Object.assign(Dispatcher.prototype, api)";

/** No caller of ours asks for HTTP/2 (`allowH2`), and Node.js takes long to load what it has for it. */
const withoutHttp2 = 'module.exports = () => { throw new Error("HTTP/2 was not bundled"); };';

/** Connections to nodes take a pool and its `dispatch` alone: a read of the command line need not load a fetch. */
const poolAlone = { namespace: "undici-pool", importer: /[\\/]transport[\\/]httpPool\.ts$/ };

export const onlyUndiciParts: Plugin = {
  name: "leave out of undici what we do not take",
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /node_modules[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: withoutHttp2,
    }));
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      poolAlone.importer.test(importer) ? { path: "pool", namespace: poolAlone.namespace } : undefined,
    );
    onLoad({ filter: /^pool$/, namespace: poolAlone.namespace }, () => ({
      contents: `exports.Pool = require("undici/${undiciParts["Pool"]?.slice(2)}.js");`,
      resolveDir: import.meta.dirname,
    }));
    onLoad({ filter: /node_modules[\\/]undici[\\/]index\.js$/ }, ({ path }) => {
      const index = readFileSync(path, "utf8");
      for (const [name, file] of Object.entries(undiciParts)) {
        const isThere = index.includes(`require('${file}')`) && index.includes(`module.exports.${name} = `);
        if (!isThere) throw new Error(`${path} makes ${name} in another way`);
      }
      if (!index.includes(methods)) throw new Error(`${path} gives dispatchers their methods in another way`);
      const parts = Object.entries(undiciParts).map(([name, file]) => {
        const part = name === "fetch" ? `require("${file}").fetch` : `require("${file}")`;
        return `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => ${part} });`;
      });
      const contents = [
        'const Dispatcher = require("./lib/dispatcher/dispatcher");',
        'const api = require("./lib/api");',
        `${methods};`,
        ...parts,
      ].join("\n");
      return { contents, loader: "js" };
    });
  },
};
