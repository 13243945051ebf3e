import { useState } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { numberOfPeopleText, PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { required } from '../../ui/form/checks.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import type { Impact } from './use-impact.ts'

/** The questions of the form, as at sign-up. */
export const impactForm = v.object({
  numberOfPeople: numberOfPeopleText,
  youngFemale: required,
  sportType: required,
})

type Props = {
  /** The coach's latest answer, on any device. */
  before: Impact | undefined
  /** Fetches the latest answer again: the screen may have been open for long. */
  readLast: () => Promise<Impact | undefined>
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
}

const isSame = (one: Impact | undefined, other: Impact | undefined): boolean =>
  one?.numberOfPeople === other?.numberOfPeople &&
  one?.youngFemale === other?.youngFemale &&
  one?.sportType === other?.sportType

/** The latest answer, changed only by what the coach changed in the form. */
const changedIn = (wanted: Impact, shown: Impact | undefined, last: Impact | undefined): Impact => ({
  ...wanted,
  ...(last && wanted.numberOfPeople === shown?.numberOfPeople && { numberOfPeople: last.numberOfPeople }),
  ...(last && wanted.youngFemale === shown?.youngFemale && { youngFemale: last.youngFemale }),
  ...(last && wanted.sportType === shown?.sportType && { sportType: last.sportType }),
})

/**
 * Asks about the people a coach reaches. It shows new answers of another phone, unless the coach has typed:
 * the typed text stays.
 */
export const ImpactForm = ({ before, readLast, save }: Props) => {
  const t = useTranslate()
  const [known, setKnown] = useState(before)
  const [shown, setShown] = useState(before)
  const [revision, setRevision] = useState(0)
  const [isTouched, setIsTouched] = useState(false)
  if (!isSame(known, before)) {
    setKnown(before)
    if (!isTouched && !isSame(shown, before)) {
      setShown(before)
      setRevision(revision + 1)
    }
  }
  const state = useForm({
    schema: impactForm,
    submit: async (wanted) => {
      const impact = changedIn(wanted, shown, await readLast())
      const saved = await save(impact)
      if (!saved.ok) return saved
      setIsTouched(false)
      setShown(impact)
      // The fields now contain the answer of another form.
      if (!isSame(impact, wanted)) setRevision(revision + 1)
      return saved
    },
    onDone: () => void notify.success(t('impact.saved')),
  })
  return (
    <div onInput={() => setIsTouched(true)}>
      <Form
        key={revision}
        state={state}
        submit={t('impact.save')}
        variant="secondary"
        compact
        aria-label={t('impact.title')}
      >
        <PeopleField defaultValue={shown?.numberOfPeople} />
        <RegistrationSelect question="youngFemale" defaultValue={shown?.youngFemale} />
        <RegistrationSelect question="sportType" defaultValue={shown?.sportType} />
      </Form>
    </div>
  )
}
