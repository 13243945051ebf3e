/**
 * How many minutes a user pool waits for the answer to each challenge of a sign-in, enough for a coach who
 * installs an authenticator app. A reloaded page can answer for as long.
 */
export const challengeMinutes = 15
