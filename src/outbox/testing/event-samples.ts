import type { EventName, PayloadOf } from '../events/events.ts'

export const answers = [{ question: 'q1', value: 'a' }]
const profile = { numberOfPeople: 30, youngFemale: 'half', sportType: 'football' }

/** Payloads of every event, as screens pass them. */
export const eventSamples: { [N in EventName]: PayloadOf<N>[] } = {
  'event.logged.v1': [{ event_id: 1, value: 'sign-in' }],
  'event.saved.v1': [{ event_id: 3, value: 'logout' }],
  'module.progressed.v2': [{ video_id: 'training-1', type: 'video', action: 'complete' }],
  'module.watched.v1': [
    { module_id: 'training-1', watched: [[0, 21.5]], position: 21.5, read: false },
    { module_id: 'training-extra', watched: [], position: null, read: true },
  ],
  'survey.answered.v2': [{ video_id: 'training-1', answers }],
  'extra-survey.answered.v2': [{ extra_module_id: 'training-extra', answers }],
  'impact.saved.v1': [profile],
  'fields.saved.v1': [{ fields: { nickname: 'Coach' } }],
  'certificate.requested.v1': [
    { course_id: 'training', isFIFA: false },
    { course_id: 'football', isFIFA: true },
  ],
  'certificate.named.v1': [{ course_id: 'training', name: 'Zoë Núñez', locale: 'es-AR' }],
  'customer.registered.v1': [
    {
      ...profile,
      organisation: 'Mrs',
      workFrom: 'BR',
      phone: '',
      job: 'Coach',
      partner: '-',
      mktChannel: 'friends',
      country: 'BR',
      language: 'PT',
    },
  ],
}

/** Payloads of the events that screens no longer capture. */
export const olderSamples = [
  { name: 'survey.saved.v1', payload: { video_id: 'training-1', answers: { q1: 'a', q2: ['a', 'c'] } } },
  {
    name: 'survey.saved.v2',
    payload: { video_id: 'training-1', answers: [{ question: 'q1', value: ['a'] }] },
  },
  { name: 'extra-survey.saved.v1', payload: { extra_module_id: 'training-extra', answers: { q1: 'a' } } },
  {
    name: 'extra-survey.saved.v2',
    payload: { extra_module_id: 'training-extra', answers: [{ question: 'q1', value: ['a'] }] },
  },
  { name: 'survey.answered.v1', payload: { video_id: 'training-1', answers } },
  { name: 'extra-survey.answered.v1', payload: { extra_module_id: 'training-extra', answers } },
  { name: 'module.progressed.v1', payload: { video_id: 'training-1', type: 'video', action: 'complete' } },
  { name: 'video.watched.v1', payload: { video_id: 'training-1', action: 'complete' } },
] as const
