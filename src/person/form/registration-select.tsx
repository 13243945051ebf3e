import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField, type SelectOption } from '../../ui/form/select-field.tsx'

/** Returns the function that translates the options of a question. The first option is the placeholder. */
const createOptions =
  <V extends string>(placeholder: MessageId, values: readonly V[], getMessageId: (value: V) => MessageId) =>
  (t: Translate): SelectOption[] => [
    { value: '', label: t(placeholder) },
    ...values.map((value) => ({ value, label: t(getMessageId(value)) })),
  ]

/** The jobs, which are the same in the survey profile of the United States. */
export const jobs = [
  'coach',
  'schoolTeacher',
  'communityLeader',
  'youthLeader',
  'volunteer',
  'other',
] as const

/** The options of the registration. Their values are stored, so they never change, in any language. */
export const optionsByQuestion = {
  // By the specification, the question for the form of address is named `organisation`.
  organisation: createOptions(
    'common.optionsSelectOne',
    ['mr', 'mrs', 'ms', 'mx', 'dr', 'prof'],
    (value) => `signUp.organisationOption.${value}`,
  ),
  job: createOptions('common.optionsSelectJob', jobs, (value) => `signUp.jobOption.${value}`),
  mktChannel: createOptions(
    'common.optionsSelectOne',
    ['socialMedia', 'search', 'friend', 'organisation', 'event', 'press', 'other'],
    (value) => `signUp.mktChannelOption.${value}`,
  ),
  sportType: createOptions(
    'common.optionsSelectOne',
    [
      'football',
      'futsal',
      'basketball',
      'volleyball',
      'handball',
      'rugby',
      'hockey',
      'cricket',
      'athletics',
      'swimming',
      'martialArts',
      'dance',
      'several',
      'other',
    ],
    (value) => `signUp.sportTypeOption.${value}`,
  ),
  youngFemale: createOptions(
    'common.optionsSelectOne',
    ['none', 'few', 'half', 'most', 'all'],
    (value) => `signUp.youngFemaleOption.${value}`,
  ),
}

type Props = {
  question: keyof typeof optionsByQuestion
  /** The name of the form field, if it differs from the question. */
  name?: string
  optional?: boolean
  defaultValue?: string | undefined
}

/** A question of the registration with fixed options. */
export const RegistrationSelect = ({ question, name = question, optional = false, defaultValue }: Props) => {
  const t = useTranslate()
  const label = t(`signUp.${question}`)
  return (
    <SelectField
      label={optional ? t('form.optionalLabel', { label }) : label}
      name={name}
      options={optionsByQuestion[question](t)}
      defaultValue={defaultValue}
      required={!optional}
    />
  )
}
