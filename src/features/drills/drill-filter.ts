import * as v from 'valibot'
import { drillNeeds, equipmentKinds } from '../../config/drills.ts'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'

const positiveInteger = ignoreInvalid(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** Known kinds, each once. Drops unknown ones, so that a link of another release keeps the rest of its filter. */
const equipment = v.pipe(
  v.array(v.unknown()),
  v.transform((values) => equipmentKinds.filter((kind) => values.includes(kind))),
  v.nonEmpty(),
)

/** What a coach looks for, as search params. Absent values match every drill. */
export const drillFilterSchema = v.object({
  /** Words to find anywhere on the drill card. */
  words: ignoreInvalid(v.string()),
  /** The age of the group, in years. */
  age: positiveInteger,
  /** The number of players who are there. */
  players: positiveInteger,
  /** The minutes that are available. */
  minutes: positiveInteger,
  /** The longest side of the space, in steps. */
  space: positiveInteger,
  /** The equipment that is there. A drill must not need anything else. */
  equipment: ignoreInvalid(equipment),
  /** The need of somebody in the group. The drill card has an adaptation for it. */
  need: ignoreInvalid(v.picklist(drillNeeds)),
  onlyFavourites: ignoreInvalid(v.boolean()),
})
export type DrillFilter = v.InferOutput<typeof drillFilterSchema>

/** The filters in the sheet, a dialog at an edge of the screen. The others are above the list. */
const sheetFilters = ['age', 'players', 'minutes', 'space', 'equipment', 'need'] as const

/** Counts the filters of the sheet that are in use. */
export const countSheetFilters = (filter: DrillFilter): number =>
  sheetFilters.filter((name) => filter[name] !== undefined).length

/** Removes the filters of the sheet. */
export const clearSheetFilters = ({ words, onlyFavourites }: DrillFilter): DrillFilter => ({
  words,
  onlyFavourites,
})
