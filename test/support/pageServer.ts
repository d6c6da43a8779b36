// Serves a folder to a browser on loopback, with an index page that runs one module.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", html: "text/html" };

/** Where it is, and what ends it. */
export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param folder its `index.html` is what `/` gives; nothing outside it is served */
export async function servePage(folder: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const path = normalize(join(folder, pathname === "/" ? "index.html" : pathname));
    try {
      if (!path.startsWith(folder)) throw new Error("outside");
      const content = readFileSync(path);
      response.writeHead(200, { "content-type": types[path.split(".").pop() ?? ""] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, close };
}
