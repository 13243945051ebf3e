import { findCourse } from '../../config/courses.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'

/**
 * The drill at the top of the page: a scene of a film, and its length. Until the scene is loaded, the film's
 * poster is shown, which shows this scene at `time`, in seconds (`posterPosition` in `scripts/films.ts`).
 */
export const homeDrill = {
  module: 'training-2',
  scene: 'run',
  seconds: 13,
  still: { src: '/videos/training-2.webp', time: 0.6 * 13 },
} as const
export type HomeDrill = typeof homeDrill

/** What a certificate shows. */
export type HomeCertificate = Pick<
  CertificateDocument,
  'number' | 'name' | 'title' | 'hours' | 'course_id' | 'issued_at'
>

/** Returns the certificate of an invented person, with the number that the verification page explains. */
export const useSpecimen = (courses: CourseCatalogue): HomeCertificate => {
  const t = useTranslate()
  const course = 'training'
  return {
    number: '7K3M-9QXT-4FCM',
    name: t('home.specimenName'),
    title: courses[course]?.title ?? '',
    hours: findCourse(course)?.hours ?? 0,
    course_id: course,
    // In UTC, not in the time zone of a device: the page is prerendered.
    issued_at: '2026-11-21T10:00:00Z',
  }
}
