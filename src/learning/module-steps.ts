import { useEffect, useEffectEvent } from 'react'
import * as v from 'valibot'
import { courses, type CourseModule } from '../config/courses.ts'
import { isCheck } from '../config/questions.ts'
import type { ModuleContent } from '../i18n/module-content.ts'
import { ignoreInvalid } from '../lib/ignore-invalid.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import type { ModuleProgress } from './progress.ts'

/** The steps of a module, in their order. A module without a film or a drill lacks their steps. */
export const moduleSteps = ['watch', 'understand', 'run', 'check', 'reflect'] as const
export type ModuleStep = (typeof moduleSteps)[number]

/** What a module's screen shows at a time: a page of a step, from 1, or the result of the module. */
export type ModulePlace = { step: ModuleStep | 'result'; page: number }

/** A place as it is stored. */
const placeSchema = v.object({
  step: v.picklist([...moduleSteps, 'result']),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** The search params of a module's screen. Invalid ones count as absent. */
export const placeSearchSchema = v.object({
  step: ignoreInvalid(placeSchema.entries.step),
  page: ignoreInvalid(placeSchema.entries.page),
  /** The instruction on the screen in pitch mode, from 1; absent outside it. */
  pitch: ignoreInvalid(placeSchema.entries.page),
})

/** The beginning of a module: places of steps that it lacks count as its first one. */
export const firstPlace: ModulePlace = { step: 'watch', page: 1 }

/** The place below pitch mode, which belongs to the drill. */
export const pitchPlace: ModulePlace = { step: 'run', page: 1 }

/** The result, which follows the last step. */
export const resultPlace: ModulePlace = { step: 'result', page: 1 }

/** The questions of a step: those that check what a coach learned, or those that ask for reflection. */
export const listQuestions = ({ survey }: Pick<CourseModule, 'survey'>, step: 'check' | 'reflect') =>
  survey.filter((question) => isCheck(question) === (step === 'check'))

/** The cards of a module's text: one for each section, then the words to say and to avoid, and the key points. */
export const countCards = ({ sections }: Pick<ModuleContent, 'sections'>): number => sections.length + 2

const countPages = (step: ModuleStep, module: CourseModule, content: ModuleContent): number => {
  if (step === 'watch') return module.kind === 'video' ? 1 : 0
  if (step === 'understand') return countCards(content)
  // What the drill is and needs, how to set it up, and how it runs.
  if (step === 'run') return content.drill ? 3 : 0
  return listQuestions(module, step).length
}

/** The pages of all steps of a module, in their order. */
export const listPlaces = (module: CourseModule, content: ModuleContent): ModulePlace[] =>
  moduleSteps.flatMap((step) =>
    Array.from({ length: countPages(step, module, content) }, (_, index) => ({ step, page: index + 1 })),
  )

/** The place that search params name; the first page of its step, or of the module, if there is no such page. */
export const findPlace = (
  places: readonly ModulePlace[],
  { step, page }: { step?: ModulePlace['step'] | undefined; page?: number | undefined },
): ModulePlace => {
  if (step === 'result') return resultPlace
  const pages = places.filter((place) => place.step === step)
  return pages.find((place) => place.page === page) ?? pages[0] ?? places[0] ?? resultPlace
}

/** The search params of a place. The first page of a step needs no number. */
export const toSearch = ({ step, page }: ModulePlace): { step: ModulePlace['step']; page?: number } =>
  page === 1 ? { step } : { step, page }

/** The search params that an address should have; undefined if it names the place on the screen. */
export const correctSearch = (
  { step, page = 1, pitch }: v.InferOutput<typeof placeSearchSchema>,
  place: ModulePlace,
  places: readonly ModulePlace[],
) => {
  const isPitch = pitch !== undefined && places.some((other) => other.step === 'run')
  if (step === place.step && page === place.page && isPitch === (pitch !== undefined)) return undefined
  return { ...toSearch(place), ...(isPitch && { pitch }) }
}

/** The id of the question at a place. */
export const findQuestion = (module: CourseModule, { step, page }: ModulePlace): string | undefined =>
  step === 'check' || step === 'reflect' ? listQuestions(module, step)[page - 1]?.id : undefined

/** The place of a question. */
export const findQuestionPlace = (module: CourseModule, id: string): ModulePlace => {
  const indexIn = (step: 'check' | 'reflect') => listQuestions(module, step).findIndex((one) => one.id === id)
  const index = indexIn('check')
  return index === -1 ? { step: 'reflect', page: indexIn('reflect') + 1 } : { step: 'check', page: index + 1 }
}

/** The steps that a coach has done. To read the text beside a film, or the drill, leaves no trace. */
export const listDone = (
  { kind }: CourseModule,
  { finished, answered }: Pick<ModuleProgress, 'finished' | 'answered'>,
): ModuleStep[] => [
  ...(finished ? [kind === 'video' ? ('watch' as const) : ('understand' as const)] : []),
  ...(answered ? (['check', 'reflect'] as const) : []),
]

/** The prefix of the keys of places. */
export const placesPrefix = 'place/'

/** Where a customer stopped in a module on this device. `at`: when, in ms since epoch; older places lack it. */
export type SavedPlace = ModulePlace & { at?: number | undefined }

const savedPlaceSchema = v.object({ ...placeSchema.entries, at: v.optional(v.number()) })

/** The stored place of one module. Without storage, a module opens at its first step. */
export const createModulePlace = (
  values: KeyValues,
  customer: string,
  module: string,
): StoredValue<SavedPlace> =>
  createStoredValue<SavedPlace>(values, `${placesPrefix}${customer}/${module}`, savedPlaceSchema)

/** The stored places of a customer, by the ids of their modules. */
export const readPlaces = async (
  values: KeyValues,
  customer: string,
): Promise<ReadonlyMap<string, SavedPlace>> => {
  const ids = courses.flatMap(({ modules }) => modules.map(({ id }) => id))
  const places = await Promise.all(ids.map((id) => createModulePlace(values, customer, id).read()))
  return new Map(ids.flatMap((id, index) => (places[index] ? [[id, places[index]] as const] : [])))
}

/** Stores the place on the screen: the next visit of the module continues there. */
export const useSavedPlace = (
  savedPlace: StoredValue<SavedPlace>,
  { step, page }: ModulePlace,
  now: () => Date,
): void =>
  useEffect(() => void savedPlace.write({ step, page, at: now().getTime() }), [savedPlace, step, page, now])

/** Replaces an address, perhaps of an old link, that names a page or a step that the module lacks. */
export const useCorrectAddress = (
  corrected: ReturnType<typeof correctSearch>,
  replace: (search: NonNullable<typeof corrected>) => unknown,
): void => {
  const isWrong = corrected !== undefined
  const correct = useEffectEvent(() => void (corrected && replace(corrected)))
  useEffect(() => {
    if (isWrong) correct()
  }, [isWrong])
}
