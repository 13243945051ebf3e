import * as v from 'valibot'
import type { Course, CourseModule } from '../../config/courses.ts'
import { drillNeeds, equipmentKinds } from '../../config/drills.ts'
import type { Drill } from '../../i18n/module-content.ts'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'

const positiveInteger = ignoreInvalid(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** Known kinds, each once. Drops unknown kinds, which a link of another release may contain. */
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

/** A drill of the library, with the module that explains it. */
export type LibraryDrill = { course: Course; module: CourseModule; drill: Drill }

/** Converts a text to lower case without accents, because users rarely type them in a search. */
const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a value is in a range. An absent value is in every range. */
const isInRange = ([from, to]: readonly [number, number], value: number | undefined): boolean =>
  value === undefined || (value >= from && value <= to)

/** Lists every text of a drill card, so that equipment and adaptations are found too. */
const listTexts = ({ name, equipment, ...drill }: Drill): string[] => [
  name,
  ...equipment.map(({ text }) => text),
  ...[drill.setUp, drill.steps, drill.coachingPoints, drill.easier, drill.harder].flat(),
  ...[drill.inclusive, drill.safety].flat(),
]

/** Returns the drills that match a filter, in the order of the courses. Every word must occur on the card. */
export const filterDrills = (
  drills: readonly LibraryDrill[],
  { words = '', age, players, minutes, space, equipment, need, onlyFavourites = false }: DrillFilter,
  favourites: readonly string[],
): LibraryDrill[] => {
  const foldedWords = foldText(words).split(/\s+/).filter(Boolean)
  const hasWords = (drill: Drill): boolean => {
    const text = foldText(listTexts(drill).join(' '))
    return foldedWords.every((word) => text.includes(word))
  }
  const suitsGroup = (drill: Drill): boolean =>
    isInRange(drill.ages, age) && isInRange(drill.players, players)
  const fitsTimeAndSpace = (drill: Drill): boolean => {
    const longestSide = Math.max(drill.space.length, drill.space.width)
    return drill.minutes <= (minutes ?? Infinity) && longestSide <= (space ?? Infinity)
  }
  const needsNothingElse = (drill: Drill): boolean =>
    equipment === undefined || drill.equipment.every(({ kind }) => equipment.includes(kind))
  const suitsNeed = (drill: Drill): boolean => need === undefined || drill.needs.includes(need)
  return drills.filter(({ module, drill }) => {
    if (onlyFavourites && !favourites.includes(module.id)) return false
    const rules = [hasWords, suitsGroup, fitsTimeAndSpace, needsNothingElse, suitsNeed]
    return rules.every((rule) => rule(drill))
  })
}

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
