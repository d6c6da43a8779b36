import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { bodyOf, type OpenPort, openPort } from "../../http/listening";
import type { Asker, ServedKey, SignerService } from "../../signing/server/signerService";
import { type LocalizableText, sayInEnglish, text } from "../../text/catalogue";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { mebibyte } from "../../text/limits/sizes";

/** A transaction of a mebibyte travels twice, in hex: as bytes and as call data. */
const maxBodyBytes = 5 * mebibyte;

/** PEM texts: of this side, and of who signed the certificates of clients. */
interface SignerServerTls {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const headers = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, STATUS_CODES[status] ?? "Refused", headers);
  response.end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, status: number, reason: LocalizableText): void =>
  answer(response, status, { reason: sayInEnglish(reason) });

function jsonOf(body: string): unknown {
  try {
    return parseBoundedJson(body, jsonLimits.plain);
  } catch {
    return undefined;
  }
}

/** The certificate that the connection was made with; undefined where there is none that the authority signed. */
function fingerprintOf({ socket }: IncomingMessage): string | undefined {
  const { authorized, getPeerCertificate } = socket as TLSSocket;
  if (!authorized) return undefined;
  const { fingerprint256 } = getPeerCertificate.call(socket);
  return fingerprint256 || undefined;
}

async function serve(
  service: SignerService,
  keys: readonly ServedKey[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fingerprint = fingerprintOf(request);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const asker: Asker = { fingerprint: fingerprint ?? "", signal: gone.signal };
  if (fingerprint === undefined || service.personOf(asker) === undefined)
    return refuse(response, 403, text("the policy doesn't know this certificate"));
  if (request.url === "/keys" && request.method === "GET") {
    const listed = keys.map(({ keyId, signer: { suite, address } }) => ({ keyId, suite, address }));
    return answer(response, 200, { keys: listed });
  }
  if (request.url !== "/sign") return refuse(response, 404, text("only {0} and {1} are there", "/keys", "/sign"));
  if (request.method !== "POST") return refuse(response, 405, text("{0} takes {1} only", "/sign", "POST"));
  const body = await bodyOf(request, response, maxBodyBytes);
  if (body === undefined) return refuse(response, 413, text("the order has more than {0} bytes", maxBodyBytes));
  const signed = await service.sign(jsonOf(body), asker);
  answer(response, signed.status, signed.body);
}

/** Serves the protocol of signers over HTTPS, to those whose certificate the authority signed. @throws as `openPort` */
export function serveSigner(
  service: SignerService,
  keys: readonly ServedKey[],
  tls: SignerServerTls,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OpenPort> {
  const server = createServer(
    {
      ...tls,
      minVersion: "TLSv1.2",
      requestCert: true,
      rejectUnauthorized: true,
      handshakeTimeout: 10_000,
      // Of receiving a request; a person may look at it longer.
      requestTimeout: 30_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      serve(service, keys, request, response).catch(() => refuse(response, 500, text("the signer failed")));
    },
  );
  return openPort(server, { host, port, maxConnections: 64 });
}
