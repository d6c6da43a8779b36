import type { EthereumProvider } from "../adapters/ethereumProvider";
import type { Stop } from "../base/chain";

/** How a wallet introduces itself to dApps (EIP-6963). */
export interface ProviderAnnouncement {
  /** For people: `Shop Wallet`. */
  readonly name: string;
  /** A domain of the wallet's maker in reverse order: `org.example.wallet`. */
  readonly rdns: string;
  /** A picture as a `data:` URI. Default: a square with a chain's link. */
  readonly icon?: string;
  /** Tells this wallet from others while the page is open. Default: a random one. */
  readonly uuid?: string;
}

/** As much of `window` as is used here; what stands in for it in a test will do. */
interface EventPlace {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
  dispatchEvent(event: Event): boolean;
}

const link =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='6' fill='%230b5cad'/%3E%3Cg fill='none' stroke='white' stroke-width='3'%3E%3Crect x='4.5' y='11' width='13' height='10' rx='5'/%3E%3Crect x='14.5' y='11' width='13' height='10' rx='5'/%3E%3C/g%3E%3C/svg%3E";

/** By version 4 of UUIDs; `crypto.randomUUID` isn't there in a page without https. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  });
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Makes a provider known to the dApps of a page (EIP-6963): now, and whenever one asks for wallets. wagmi and others list it then.
 * @param provider of `createWallet`
 * @param announcement how the wallet is called
 * @param place where events go; default the page's `window`
 * @returns ends the announcement
 * @throws TypeError where there is no `window` and no place is given
 * @example
 * ```ts
 * import { connect, generateAccount } from "chainside/sdk";
 * import { announceProvider, createWallet } from "chainside/wallet";
 *
 * const chain = await connect("http://127.0.0.1:20200");
 * const account = generateAccount(chain.suite.name);
 * const wallet = createWallet({ chain, accounts: [account], consent: async () => true });
 * announceProvider(wallet.provider, { name: "Shop Wallet", rdns: "org.example.wallet" });
 * ```
 */
export function announceProvider(
  provider: EthereumProvider,
  { name, rdns, icon = link, uuid = randomUuid() }: ProviderAnnouncement,
  place: EventPlace | undefined = "addEventListener" in globalThis ? (globalThis as unknown as EventPlace) : undefined,
): Stop {
  if (!place) throw new TypeError("announceProvider: there is no window, give it a place for events");
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider });
  const announce = (): void => {
    place.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  };
  place.addEventListener("eip6963:requestProvider", announce);
  announce();
  return () => place.removeEventListener("eip6963:requestProvider", announce);
}
