/** Event ids of specification §9. */
export const eventIds = { signIn: 1, signUp: 2 } as const
