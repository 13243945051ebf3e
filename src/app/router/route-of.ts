type Matches = { state: { matches: readonly { fullPath: string }[] } }

/** The pattern of the page on screen, such as `/$locale/courses`; empty before the first page. */
export const routeOf = ({ state: { matches } }: Matches): string => matches.at(-1)?.fullPath ?? ''
