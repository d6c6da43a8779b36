import type { ChainSession } from "../chain/session";
import type { Address } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import type { AddressResolver } from "../operations/model/fields";
import type { OperationContext } from "../operations/model/operation";
import type { perform } from "../operations/perform";
import type { QuestionForm, Reply } from "../signing/askByPages";
import type { SigningAudit } from "../signing/auditEntry";
import type { AuditLog } from "./signing/auditLog";
import type { Permit } from "./signing/permit";

/** An account, and what signs for it. */
export interface AssistantAccount {
  readonly address: Address;
  readonly signer: Signer;
  /** Its key isn't here: what it would sign is handed to the assistant as a file, for a person to sign elsewhere. */
  readonly keyless?: boolean;
}

/** The chain that an assistant's tools work on, and who signs: chosen by the person who started them. */
export interface AssistantChain {
  /** The connection, as the person named it. */
  readonly connection: string;
  readonly permit: Permit;
  readonly session: () => Promise<ChainSession>;
  /** Who would sign; undefined where nothing would. */
  readonly account: (session: ChainSession) => Promise<AssistantAccount | undefined>;
  readonly resolve: (session: ChainSession) => AddressResolver;
  /** What the person knows of the chain beside what its nodes say. */
  readonly known: (session: ChainSession) => Omit<OperationContext, "session" | "account" | "caller" | "signal">;
  /** As whom contracts are asked, where the person leaves that to others than the leave of this chain. */
  readonly caller?: OperationContext["caller"];
  readonly log: AuditLog;
  /** Where it is written down what was signed and who agreed; undefined where the person keeps no log. */
  readonly audit: SigningAudit | undefined;
  /** What the person calls the account. */
  readonly label?: string;
  /** How operations are done, where more than the chain hears of it. */
  readonly perform?: typeof perform;
}

/** What a call brings along. */
export interface Call {
  readonly signal?: AbortSignal;
  /** Shows the person a page of a question; `cannotAsk` where the client has no way to. */
  readonly ask: (page: string, form: QuestionForm) => Promise<Reply>;
  /** Shows the person what is done without a question, before it is done; what it throws ends it. */
  readonly unasked?: (page: string) => Promise<void>;
  /** Told what is being done, for a person to see. */
  readonly progress?: (message: string) => void;
}
