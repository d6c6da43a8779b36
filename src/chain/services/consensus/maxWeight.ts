/** The largest weight of a sealer or a governor that this client sets: what is added up stays exact everywhere. */
export const maxWeight = 2_147_483_647;
