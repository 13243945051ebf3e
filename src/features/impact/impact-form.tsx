import { useState } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { numberOfPeopleSchema, PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { requiredRawText } from '../../ui/form/field-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import type { Impact } from './use-impact.ts'

/** The questions of the form. The sign-up form asks them as well. */
export const impactSchema = v.object({
  numberOfPeople: numberOfPeopleSchema,
  youngFemale: requiredRawText,
  sportType: requiredRawText,
})

type Props = {
  /** The coach's latest answer, on any device. */
  latest: Impact | undefined
  /** Fetches the latest answer, because the screen may have been open for a long time. */
  readLatest: () => Promise<Impact | undefined>
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
  /** Whether saving is the main action of the page. Its button then stays in sight while the page scrolls. */
  pinned: boolean
  /** Receives whether the form contains unsaved input. */
  onTouched: (isTouched: boolean) => void
}

const isSame = (a: Impact | undefined, b: Impact | undefined): boolean =>
  a?.numberOfPeople === b?.numberOfPeople &&
  a?.youngFemale === b?.youngFemale &&
  a?.sportType === b?.sportType

/** Applies the coach's changes to the latest answer: the inputs that differ from the default values. */
const mergeChanges = (
  input: Impact,
  defaultValues: Impact | undefined,
  latest: Impact | undefined,
): Impact => {
  if (!latest) return input
  const select = <Key extends keyof Impact>(key: Key): Impact[Key] =>
    input[key] === defaultValues?.[key] ? latest[key] : input[key]
  return {
    numberOfPeople: select('numberOfPeople'),
    youngFemale: select('youngFemale'),
    sportType: select('sportType'),
  }
}

/**
 * Asks about the people a coach reaches. A newer answer from another phone replaces the values of the fields,
 * unless the coach has changed one.
 */
export const ImpactForm = ({ latest, readLatest, save, pinned, onTouched }: Props) => {
  const t = useTranslate()
  const [previousLatest, setPreviousLatest] = useState(latest)
  /** What the fields contain before the coach changes them. */
  const [defaultValues, setDefaultValues] = useState(latest)
  /** The key of the form. A new key gives the fields new default values. */
  const [revision, setRevision] = useState(0)
  const [isTouched, setIsTouched] = useState(false)
  const changeTouched = (isNowTouched: boolean) => {
    setIsTouched(isNowTouched)
    onTouched(isNowTouched)
  }
  // Sets state while rendering, which React allows, so that the fields never appear with an old answer.
  const hasNewerAnswer = !isSame(previousLatest, latest)
  if (hasNewerAnswer) setPreviousLatest(latest)
  if (hasNewerAnswer && !isTouched && !isSame(defaultValues, latest)) {
    setDefaultValues(latest)
    setRevision(revision + 1)
  }
  const state = useForm({
    schema: impactSchema,
    submit: async (input) => {
      const impact = mergeChanges(input, defaultValues, await readLatest())
      const result = await save(impact)
      if (!result.ok) return result
      changeTouched(false)
      setDefaultValues(impact)
      // Shows the parts that were changed on another phone.
      if (!isSame(impact, input)) setRevision(revision + 1)
      return result
    },
    onDone: () => void notify.success(t('impact.saved')),
  })
  return (
    <div onInput={() => changeTouched(true)}>
      <Form
        key={revision}
        state={state}
        submitLabel={t('impact.save')}
        variant={pinned ? 'primary' : 'secondary'}
        pinned={pinned}
        aria-label={t('impact.title')}
      >
        <PeopleField defaultValue={defaultValues?.numberOfPeople} />
        <RegistrationSelect question="youngFemale" defaultValue={defaultValues?.youngFemale} />
        <RegistrationSelect question="sportType" defaultValue={defaultValues?.sportType} />
      </Form>
    </div>
  )
}
