import { type Agreement, agree } from "../../src/signing/consent";

/** Of a person who lets a run sign. */
export const agreementToRun = (): Promise<Agreement> =>
  agree(
    {
      act: { title: "Run", lines: [], notes: [], warnings: [], weight: "ordinary" },
      place: { connection: "test", chainId: "chain0", groupId: "group0" },
    },
    { access: "full", connection: "test" },
    async (to) => ({ to, answer: "no" }),
  );
