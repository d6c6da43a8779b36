/** What a test ends with that doesn't count, or is skipped. Where it goes on all the same (`try`, `expectRevert`), it counts: as in Foundry. */
export const endings = {
  rejected: "the values were rejected by vm.assume",
  skipped: "skipped",
} as const;
