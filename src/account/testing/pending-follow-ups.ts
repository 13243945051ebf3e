import * as v from 'valibot'

/** What the sign-ups of this device still have to tell. */
export const owed = ({ stored }: { stored: Map<string, unknown> }): unknown =>
  v
    .parse(v.optional(v.array(v.object({ owes: v.array(v.string()) })), []), stored.get('signUps'))
    .flatMap(({ owes }) => owes)
