import { constants } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { AssistantChain } from "../../assistants/assistantChain";
import type { AuditLog } from "../../assistants/signing/auditLog";
import type { ChainClient, Transport } from "../../chain/client/client";
import { isEmbedded } from "../../chain/dev/devPowers";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { withOpenFile } from "../../files/openFile";
import { mebibyte } from "../../text/limits/sizes";
import { commandAudit } from "../audit/terminalAudit";
import { sessionOf } from "../connection/connect";
import { accountOf, isKeyless } from "../contract/contractContext";
import { addressResolver, chainKnowledge } from "../operations/chainKnowledge";
import { folderServices } from "../operations/cliServices";
import { foreignHosts, originsOf } from "../options/foreignHosts";
import type { AssistantOrder } from "./assistantOptions";

/** A log that has grown to this gets a second name, and a new one begins. */
const maxBytes = 10 * mebibyte;

/** Writes lines to a file that only its owner reads, in the order in which they come. No link is followed. */
function auditFile(path: string): AuditLog {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const write = async (line: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const size = await stat(path).then(
      (facts) => facts.size,
      () => 0,
    );
    if (size > maxBytes) await rename(path, `${path}.1`);
    await withOpenFile(path, flags, async (file) => {
      await file.chmod(0o600);
      await file.appendFile(`${line}\n`);
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return (line) => {
    const written = last.then(
      () => write(line),
      () => write(line),
    );
    last = written.catch(() => undefined);
    return written;
  };
}

/** What a chain is may change by transactions of others: it is asked anew after this. */
const freshMs = 30_000;

/** The chain of a command line, connected at the first question and asked what it is again from time to time. */
export function assistantChain(order: AssistantOrder, transport: Transport, log: string): AssistantChain {
  const { connection, keyFile, permit } = order;
  const workspace = order.workspace === undefined ? {} : { workspace: order.workspace };
  let opened: { readonly session: Promise<ChainSession>; readonly at: number } | undefined;
  let signer: Promise<Signer> | undefined;
  let embedded: Promise<boolean> | undefined;
  const open = async (): Promise<ChainSession> => {
    const renew = async (): Promise<void> => {
      opened = undefined;
    };
    const session = { ...(await sessionOf(connection, transport)), renew };
    const { workspace: folder } = order;
    if (folder === undefined) return session;
    // Errors of contracts are named by what lies in the one folder that may be read, not by where the program was started.
    const otherAbis = async () => (await import("../connection/folderAbis")).folderAbis(folder);
    return { ...session, otherAbis };
  };
  /** An assistant gets powers of an embedded chain of this machine alone; what a chain is doesn't change. */
  const ownEmbedded = async ({ client }: ChainSession): Promise<ChainClient | undefined> => {
    if (foreignHosts(connection.urls).length > 0) return undefined;
    embedded ??= isEmbedded(client);
    embedded.catch(() => {
      embedded = undefined;
    });
    return (await embedded) ? client : undefined;
  };
  return {
    connection: `${order.name} (${originsOf(connection.urls)})`,
    permit,
    session: () => {
      if (!opened || Date.now() - opened.at > freshMs) {
        const session = open();
        opened = { session, at: Date.now() };
        session.catch(() => {
          opened = undefined;
        });
      }
      return opened.session;
    },
    account: async (session) => {
      if (keyFile === undefined || permit.access === "readOnly") return undefined;
      signer ??= accountOf(session, { ...order, keyFile });
      signer.catch(() => {
        signer = undefined;
      });
      const found = await signer;
      return { address: found.address, signer: found, keyless: isKeyless(found) };
    },
    resolve: (session) => addressResolver(session, connection),
    known: (session) => {
      const known = chainKnowledge(session, { ...connection, ...workspace });
      const { workspace: folder } = order;
      // No compiler of the folder is run, and nothing outside of it is read.
      const sources = folder === undefined ? {} : folderServices(session, connection, { folder, trusted: false });
      return { ...known, services: { ...known.services, ...sources, embedded: () => ownEmbedded(session) } };
    },
    log: auditFile(log),
    audit: commandAudit(connection, "assistant"),
  };
}
