type Matches = { state: { matches: readonly { fullPath: string }[] } }

/** The pattern of the page on screen, as `/$locale/courses`; empty before there is one. */
export const routeOf = ({ state: { matches } }: Matches): string => matches.at(-1)?.fullPath ?? ''
