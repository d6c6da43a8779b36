import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Collector } from "../../monitoring/metrics/collector";
import { contentTypes, metricText } from "../../monitoring/metrics/metricText";
import { isLoopback } from "../../text/loopback";

/** Prometheus says how long it waits; an answer has to be there before. */
const usualTimeoutMs = 9000;
const maxTimeoutMs = 60_000;
const marginMs = 500;

function timeoutOf(request: IncomingMessage): number {
  const seconds = Number(request.headers["x-prometheus-scrape-timeout-seconds"]);
  if (!(seconds > 0)) return usualTimeoutMs;
  return Math.max(marginMs, Math.min(maxTimeoutMs, seconds * 1000 - marginMs));
}

function answer(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "content-type": type, "x-content-type-options": "nosniff" });
  response.end(body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" });
  response.end(`${STATUS_CODES[status]}\n`);
}

async function serve(collector: Collector, onlyLocal: boolean, request: IncomingMessage, response: ServerResponse) {
  // a page of another site that names this address as its own is no scraper
  if (onlyLocal && !isLoopback((request.headers.host ?? "").replace(/:\d{1,5}$/, ""))) return refuse(response, 403);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  if ((request.url ?? "/").split("?")[0] !== "/metrics") return refuse(response, 404);
  const format = /application\/openmetrics-text/.test(request.headers.accept ?? "") ? "openMetrics" : "text";
  answer(response, contentTypes[format], metricText(await collector.collect(timeoutOf(request)), format));
}

/** Serves `/metrics` over HTTP. @returns the server, listening. */
export function serveMetrics(collector: Collector, host: string, port: number): Promise<Server> {
  const onlyLocal = isLoopback(host);
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    serve(collector, onlyLocal, request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500);
      else response.destroy();
    });
  });
  server.maxConnections = 64;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}
