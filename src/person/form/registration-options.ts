import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { SelectOption } from '../../ui/form/select-field.tsx'

/** The options of a select box, with its placeholder first. */
const choice =
  <V extends string>(
    placeholder: MessageId,
    values: readonly V[],
    createTranslate: (value: V) => MessageId,
  ) =>
  (t: Translate): SelectOption[] => [
    { value: '', label: t(placeholder) },
    ...values.map((value) => ({ value, label: t(createTranslate(value)) })),
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
export const optionsOf = {
  organisation: choice(
    'common.optionsSelectOne',
    ['mr', 'mrs', 'ms', 'mx', 'dr', 'prof'],
    (value) => `signUp.organisationOption.${value}`,
  ),
  job: choice('common.optionsSelectJob', jobs, (value) => `signUp.jobOption.${value}`),
  mktChannel: choice(
    'common.optionsSelectOne',
    ['socialMedia', 'search', 'friend', 'organisation', 'event', 'press', 'other'],
    (value) => `signUp.mktChannelOption.${value}`,
  ),
  sportType: choice(
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
  youngFemale: choice(
    'common.optionsSelectOne',
    ['none', 'few', 'half', 'most', 'all'],
    (value) => `signUp.youngFemaleOption.${value}`,
  ),
}
