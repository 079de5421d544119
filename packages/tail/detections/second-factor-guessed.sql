-- Sign-in after failed second factors: A sign-in succeeded within ten minutes after the second factor of the user failed three times.
SELECT id, time, event #>> '{user,uid}' AS who
FROM keywright_events AS success
WHERE (event ->> 'type_uid')::int = 300201 AND (event ->> 'status_id')::int = 1
  AND (
    SELECT count(*)
    FROM keywright_events AS failed
    WHERE failed.event #>> '{user,uid}' = success.event #>> '{user,uid}'
      AND failed.event ->> 'status_detail' = 'mfa_failed'
      AND failed.time BETWEEN success.time - INTERVAL '10 minutes' AND success.time
  ) >= 3
