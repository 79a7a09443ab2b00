package dev.troupe.operator;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Owners;
import dev.troupe.kube.Pages;
import dev.troupe.kube.SlimPod;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Watches the pods and services of jobs and keeps them in memory.
final class Sources {
    private static final String SELECTOR = Labels.OPERATOR + "=di-operator";

    private final KubernetesClient lean;
    private InformerEventSource<Pod, DIJobResource> pods;
    private InformerEventSource<Service, DIJobResource> services;
    private IndexerResourceCache<DIJobResource> jobs;

    /// @param lean of [LeanClient]
    Sources(KubernetesClient lean) {
        this.lean = lean;
    }

    List<EventSource<?, DIJobResource>> prepare(EventSourceContext<DIJobResource> context) {
        jobs = context.getPrimaryCache();
        pods = source(Pod.class, context, new TransformingItemStore<>(SlimPod::of));
        services = source(Service.class, context, new TransformingItemStore<>(Sources::slim));
        return List.of(pods, services);
    }

    private <T extends HasMetadata> InformerEventSource<T, DIJobResource> source(Class<T> type,
            EventSourceContext<DIJobResource> context, ItemStore<T> store) {
        return new InformerEventSource<>(InformerEventSourceConfiguration.from(type, DIJobResource.class)
                .withNamespacesInheritedFromController().withLabelSelector(SELECTOR).withSecondaryToPrimaryMapper(Sources::job)
                .withKubernetesClient(lean).withItemStore(store).withInformerListLimit(Pages.SIZE).build(), context);
    }

    /// The job to reconcile when this object changes, even if the object belongs to an earlier job of that name: the name of the object becomes free.
    private static Set<ResourceID> job(HasMetadata object) {
        Optional<String> name = Owners.controller(object).isPresent() ? Owners.ofJob(object).map(OwnerReference::getName)
                : Optional.ofNullable(object.getMetadata().getLabels().get(Labels.JOB));
        return name.map(one -> Set.of(new ResourceID(one, object.getMetadata().getNamespace()))).orElse(Set.of());
    }

    private static Service slim(Service service) {
        service.setMetadata(SlimPod.metadata(service.getMetadata()));
        return service;
    }

    Collection<Pod> pods(DIJobResource job) {
        return pods.getSecondaryResources(job);
    }

    Collection<Service> services(DIJobResource job) {
        return services.getSecondaryResources(job);
    }

    /// The phases of all jobs.
    Stream<Phase> phases() {
        return jobs.list().map(job -> Status.read(job.getStatus()).phase());
    }

    long countPods() {
        return pods.list().count();
    }

    /// Adds a new pod at once, before the watch reports it.
    void created(Pod pod) {
        pods.handleRecentResourceCreate(ResourceID.fromResource(pod), SlimPod.of(pod));
    }

    void created(Service service) {
        services.handleRecentResourceCreate(ResourceID.fromResource(service), service);
    }
}
