import { bytesToHex } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { isReadableCall } from "../crypto/readableRequest";
import { callEntry, type SigningAudit } from "./auditEntry";
import type { Basis } from "./consent";

/** Who agreed that calls are signed, and where. */
interface AboutCalls {
  readonly connection: string;
  readonly by: Basis;
  /** What the person calls the account. */
  readonly label?: string;
}

/**
 * An account whose signed calls are written down, each before it is signed. Transactions have lines of their own (`sign`).
 * @param audit undefined where nothing is at stake, or the person keeps no log
 * @returns a signer that throws ChainError usage `auditUnwritable` where a call can't be written down
 */
export function auditedCalls(signer: Signer, audit: SigningAudit | undefined, about: AboutCalls): Signer {
  if (!audit || about.by === "free") return signer;
  return {
    address: signer.address,
    suite: signer.suite,
    ...(signer.elsewhere ? { elsewhere: true as const } : {}),
    sign: async (hash, request) => {
      const content = await request?.();
      if (content && isReadableCall(content))
        await audit.write(callEntry(bytesToHex(hash), content, audit.front, about));
      return signer.sign(hash, content && (() => content));
    },
  };
}
