/** Where a service in TypeScript listens by itself: its start, its page, its container, its tests, and its README have it from here. */
export const servicePort = 3000;
