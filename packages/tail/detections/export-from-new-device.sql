-- Export from a new device: Someone exported from a device that they first used within the last day.
SELECT id, time, event #>> '{actor,user,uid}' AS who
FROM keywright_events AS export
WHERE (event ->> 'type_uid')::int = 600107
  AND EXISTS (
    SELECT FROM keywright_events AS earlier
    WHERE earlier.event #>> '{actor,user,uid}' = export.event #>> '{actor,user,uid}' AND earlier.time < export.time - INTERVAL '1 day'
  )
  AND NOT EXISTS (
    SELECT FROM keywright_events AS earlier
    WHERE earlier.event #>> '{actor,user,uid}' = export.event #>> '{actor,user,uid}'
      AND earlier.event #>> '{src_endpoint,uid}' = export.event #>> '{src_endpoint,uid}'
      AND earlier.time < export.time - INTERVAL '1 day'
  )
  AND event #>> '{src_endpoint,uid}' IS NOT NULL AND event #>> '{actor,user,uid}' <> 'unknown'
