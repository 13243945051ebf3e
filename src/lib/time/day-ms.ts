/** A day of 24 hours. A calendar day may be an hour longer or shorter. */
export const dayMs = 86_400_000
