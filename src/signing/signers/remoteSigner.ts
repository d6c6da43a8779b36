import type { Agent } from "undici";
import * as v from "valibot";
import { decodeTransactionData } from "../../chain/encoding/transactionData";
import { transactionPreimage } from "../../chain/encoding/transactionHash";
import { callPreimage } from "../../chain/transaction/signCall";
import { type Address, bytesToHex, type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { isReadableCall, type ReadableContent } from "../../crypto/readableRequest";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import { visibleLine } from "../../text/visibleText";
import { checkedSignature } from "./checkedSignature";
import type { RemoteSetting } from "./signerSetting";

/** A package of the older kind, whose names a bundle gives by its default alone. */
const loadUndici = async () => (await import("undici")).default as typeof import("undici");

/** A signature has 128 bytes; with whatever stands around it, and for a reason. */
const maxAnswerBytes = 16 * 1024;

/** PEM texts of this side, and of who signed the other side's certificate. */
interface RemoteSignerTls {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const signed = v.object({ signature: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i)) });
const refused = v.object({ reason: v.string() });

/** What is asked for, and how the answer is read. */
interface Protocol {
  readonly path: string;
  readonly body: object;
  readonly signatureOf: (text: string) => string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function signatureIn(text: string): string {
  const answer = v.safeParse(signed, parsed(text));
  if (answer.success) return answer.output.signature;
  throw clientError("signerBadAnswer", { reason: excerpt(visibleLine(text)) });
}

function ownProtocol(setting: RemoteSetting, hash: Uint8Array, request: ReadableContent): Protocol {
  const { keyId, suite } = setting;
  return { path: "sign", body: { keyId, suite, hash: bytesToHex(hash), request }, signatureOf: signatureIn };
}

/** The bytes that a hash is of. */
const preimageOf = (request: ReadableContent): Uint8Array =>
  isReadableCall(request)
    ? callPreimage({ to: request.to as Address, data: request.data.hex as Hex })
    : transactionPreimage(decodeTransactionData(hexToBytes(request.transaction)));

/** Web3Signer hashes what it is given, so it is given what the hash is of. */
function web3Signer(setting: RemoteSetting, request: ReadableContent): Protocol {
  return {
    path: `api/v1/eth1/sign/${encodeURIComponent(setting.keyId)}`,
    body: { data: bytesToHex(preimageOf(request)) },
    signatureOf: (text) => {
      const found = /^\s*"?(0x[0-9a-f]{130})"?\s*$/i.exec(text)?.[1];
      if (found === undefined) throw clientError("signerBadAnswer", { reason: excerpt(visibleLine(text)) });
      return found;
    },
  };
}

/** The body of an answer, which is left where it grows beyond what an answer has. */
async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw clientError("signerBadAnswer", { reason: `> ${maxAnswerBytes} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function ask(agent: Agent, setting: RemoteSetting, { path, body, signatureOf }: Protocol): Promise<string> {
  const { url, timeoutMs } = setting;
  const { origin, pathname } = new URL(url);
  try {
    const answer = await agent.request({
      origin,
      path: `${pathname.endsWith("/") ? pathname : `${pathname}/`}${path}`,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // All of it: a body that trickles is no answer either.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await boundedText(answer.body);
    if (answer.statusCode === 200) return signatureOf(text);
    const reported = v.safeParse(refused, parsed(text));
    const words = reported.success ? reported.output.reason : text;
    throw clientError("signerRefused", { reason: excerpt(visibleLine(words), 300) || `HTTP ${answer.statusCode}` });
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw clientError("signerUnreachable", { url }, { cause });
  }
}

/** A signer elsewhere. What it returns is checked against the account and the hash before it is used. */
export function remoteSigner(setting: RemoteSetting, { ca, cert, key }: RemoteSignerTls): Signer {
  const suite = cryptoSuite(setting.suite);
  const address = setting.address.toLowerCase() as Signer["address"];
  return {
    address,
    suite: suite.name,
    elsewhere: true,
    async sign(hash, request) {
      if (!request) throw clientError("signerNeedsRequest", {});
      const shown = await request();
      const protocol =
        setting.protocol === "web3signer" ? web3Signer(setting, shown) : ownProtocol(setting, hash, shown);
      const { Agent } = await loadUndici();
      const agent = new Agent({
        connect: { ca, cert, key, rejectUnauthorized: true, timeout: 10_000 },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      try {
        const signature = await ask(agent, setting, protocol);
        return checkedSignature(suite, { address }, hash, hexToBytes(signature));
      } finally {
        await agent.destroy();
      }
    },
  };
}
