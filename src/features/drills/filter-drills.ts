import type { Course, CourseModule } from '../../config/courses.ts'
import type { Drill } from '../../i18n/module-content.ts'
import type { DrillFilter } from './drill-filter.ts'

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
