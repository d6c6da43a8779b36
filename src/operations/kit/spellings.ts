/** How the official console spells lists of accounts. */
export const listSpellings = { white_list: "whiteList", black_list: "blackList" } as const;
