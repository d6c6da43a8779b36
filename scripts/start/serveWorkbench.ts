import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { markupText } from "../../src/text/markdown";
import { startServer } from "../host/workbench.mjs";

interface ServeOptions {
  userDataDir: string;
  extensionsDir: string;
  /** Folder of the extension under development. */
  extension: string;
  /** 0: any free port. */
  port: number;
  locale: string | undefined;
  /** What the first window shows. */
  open: { view: string; file: string };
}

interface ServedWorkbench {
  port: number;
  /** Settles when VS Code's server ends by itself. */
  ended: Promise<void>;
  close(): Promise<void>;
}

const quietDefaults = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};

const unescapeHtml = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** A script by which VS Code's page takes the language, behind the page's first one, whose nonce the page's policy allows. */
export function withLanguage(html: string, locale: string | undefined): string {
  const nonce = /<script nonce="([^"<>]+)"/.exec(html)?.[1];
  const at = html.indexOf("</script>");
  if (!locale || !nonce || at < 0) return html;
  const language = JSON.stringify(locale.toLowerCase()).replaceAll("<", "\\u003c");
  const script = `<script nonce="${nonce}">globalThis._VSCODE_NLS_LANGUAGE = ${language};</script>`;
  const end = at + "</script>".length;
  return `${html.slice(0, end)}${script}${html.slice(end)}`;
}

/** Adds to the page's configuration what VS Code's server has no option for: the extension's folder and the first view. */
function configurePage(html: string, authority: string, options: ServeOptions): string {
  const remote = (path: string): object => ({ scheme: "vscode-remote", authority, path });
  return html.replace(/(configuration" data-settings=")([^"]*)"/, (_match, start: string, settings: string) => {
    const page = JSON.parse(unescapeHtml(settings)) as Record<string, Record<string, unknown> | undefined>;
    page["developmentOptions"] = { ...page["developmentOptions"], extensions: [remote(options.extension)] };
    page["configurationDefaults"] = { ...page["configurationDefaults"], ...quietDefaults };
    page["defaultLayout"] = { views: [{ id: options.open.view }], editors: [{ uri: remote(options.open.file) }] };
    return `${start}${markupText(JSON.stringify(page))}"`;
  });
}

/** VS Code's server on a port of its own, behind a loopback proxy that completes the page it serves. */
export async function serveWorkbench(options: ServeOptions): Promise<ServedWorkbench> {
  const server = startServer({
    userDataDir: options.userDataDir,
    extensionsDir: options.extensionsDir,
    locale: options.locale,
  });
  const target = await server.port;
  // The browser keeps its half of the secret storage's key here; each run has its own secrets.
  const secretKey = randomBytes(32);

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (incoming.url?.split("?")[0]?.endsWith("/mint-key")) {
      outgoing.writeHead(200, { "content-type": "application/octet-stream" }).end(secretKey);
      return;
    }
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const upstream = request(
      { host: "127.0.0.1", port: target, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        if (!answer.headers["content-type"]?.startsWith("text/html")) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const html = Buffer.concat(chunks).toString("utf8");
          const page = withLanguage(configurePage(html, incoming.headers.host ?? "", options), options.locale);
          const { "content-length": _length, ...rest } = answer.headers;
          outgoing
            .writeHead(answer.statusCode ?? 502, { ...rest, "content-length": Buffer.byteLength(page) })
            .end(page);
        });
      },
    );
    upstream.on("error", () => outgoing.writeHead(502).end("VS Code's server does not answer."));
    incoming.pipe(upstream);
  };

  const sockets = new Set<Socket>();
  const proxy = createServer(forward);
  proxy.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  proxy.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const upstream = connect(target, "127.0.0.1", () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let i = 0; i < incoming.rawHeaders.length; i += 2)
        lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
      upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once("error", reject);
    proxy.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    ended: new Promise((resolve) => server.child.once("exit", () => resolve())),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await server.stop();
    },
  };
}
