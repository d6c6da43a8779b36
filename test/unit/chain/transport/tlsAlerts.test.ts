import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { probeConnection } from "../../../../src/chain/probeConnection";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import type { ChainError } from "../../../../src/errors/chainError";
import { clientEntries } from "../../../../src/errors/clientEntries";
import { explainError } from "../../../../src/errors/dictionary";
import dictionary from "../../../../src/errors/dictionary.json";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { errorOf } from "../../../support/failure";
import { listening } from "../../../support/listening";

const authority = createAuthority();
const sdk = createCertificate(authority, "sdk");
const tls = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };

let alert = 0;
/** Answers every greeting with a fatal alert. */
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", (data) => {
    // a GM greeting and a plain request are no ordinary TLS: it cuts these without a word
    if (data[0] === 0x16 && data[1] === 3) socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, alert]));
    else socket.destroy();
  });
});
let url = "";
beforeAll(async () => {
  url = `https://127.0.0.1:${await listening(server)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function failure(open: typeof createHttpTransport | typeof createWebSocketTransport): Promise<ChainError> {
  const transport = open({ url, tls });
  const error = await errorOf(getBlockNumber(createClient(transport, "group0")));
  await transport.close();
  return error;
}

/** What a reader in either language is told. */
async function report(error: ChainError): Promise<string[]> {
  const [en, zh] = await Promise.all([explainError(error, "en"), explainError(error, "zh")]);
  return [en, zh].map(({ meaning, advice }) => `${meaning} ${advice}`);
}

const standard: [number, string][] = [
  [10, "unexpected_message"],
  [20, "bad_record_mac"],
  [22, "record_overflow"],
  [40, "handshake_failure"],
  [42, "bad_certificate"],
  [43, "unsupported_certificate"],
  [44, "certificate_revoked"],
  [45, "certificate_expired"],
  [46, "certificate_unknown"],
  [47, "illegal_parameter"],
  [48, "unknown_ca"],
  [49, "access_denied"],
  [50, "decode_error"],
  [51, "decrypt_error"],
  [70, "protocol_version"],
  [71, "insufficient_security"],
  [80, "internal_error"],
  [86, "inappropriate_fallback"],
  [90, "user_canceled"],
  [100, "no_renegotiation"],
  [110, "unsupported_extension"],
  [112, "unrecognized_name"],
  [116, "certificate_required"],
  [120, "no_application_protocol"],
  [60, "unknown"],
];

describe("an alert of the other side", () => {
  it.each(standard)("%i %s is named, explained and followed by something to do", async (number, name) => {
    alert = number;
    for (const open of [createHttpTransport, createWebSocketTransport]) {
      const error = await failure(open);
      expect(error.kind).toBe("tls");
      expect(error.details).toMatchObject({ alert: String(number), alertName: name });
      for (const text of await report(error)) {
        expect(text).toContain(`${number}`);
        expect(text).toContain(name);
        expect(text).not.toMatch(/[{}]/);
      }
    }
  });

  it("80 tells of resumed sessions, which a node refuses by it", async () => {
    alert = 80;
    const error = await failure(createHttpTransport);
    expect(error.code).toBe("ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR");
    expect(error.advice).toMatch(/resumed TLS sessions/);
  });

  it("is told by the diagnosis, which does not advise itself", async () => {
    for (const number of [40, 48, 60, 80]) {
      alert = number;
      const { steps } = await probeConnection({ url, tls, timeoutMs: 60_000 });
      const failed = steps.flatMap((step) => (step.outcome === "failed" ? [step.error] : []));
      expect(failed).toHaveLength(1);
      for (const error of failed) {
        const [english = ""] = await report(error);
        expect(english).toContain(`alert ${number}`);
        expect(english).not.toMatch(/probe|diagnos/i);
      }
    }
  });
});

it("nothing that a diagnosis can find advises a diagnosis", () => {
  const entries = [
    ...Object.values(dictionary.tls),
    ...Object.values(dictionary.sdk),
    ...Object.values(clientEntries).filter(({ kind }) => kind === "tls" || kind === "transport"),
  ];
  for (const { advice } of entries) {
    expect(advice.en).not.toMatch(/\bprobe\b|diagnos/i);
    expect(advice.zh).not.toMatch(/诊断连接|请诊断|运行诊断/);
  }
});
